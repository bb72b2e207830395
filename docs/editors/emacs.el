;; With Eglot, which is part of Emacs 29 and later.
(require 'eglot)
(define-derived-mode vaultconn-mode js-mode "Vaultconn")
(add-to-list 'auto-mode-alist '("\\.vaultconn\\.json\\'" . vaultconn-mode))
(add-to-list 'eglot-server-programs
             '(vaultconn-mode . ("vaultconn-language-server" "--stdio")))
(setq-default eglot-workspace-configuration
              '(:vaultconn.diagnostics (:plainTextSecret "warning") :vaultconn.envFile ".env"))
(add-hook 'vaultconn-mode-hook #'eglot-ensure)
