;; With Eglot, which is part of Emacs 29 and later. The options aren't the defaults: leave out what you don't want.
(require 'eglot)
(define-derived-mode vaultconn-mode js-mode "Vaultconn")
(add-to-list 'auto-mode-alist '("\\.vaultconn\\.json\\'" . vaultconn-mode))
(add-to-list 'eglot-server-programs
             '(vaultconn-mode . ("vaultconn-language-server" "--stdio"
                                 :initializationOptions
                                 (:settings (:plainTextSecret "warning" :envFile ".env")))))
(add-hook 'vaultconn-mode-hook #'eglot-ensure)
