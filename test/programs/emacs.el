;;; Runs in Emacs, in the folder it was started in, and prints what came of it as one line of JSON. -*- lexical-binding: t -*-

(require 'json)
(require 'xref)
(require 'flymake)

;; A slow machine may take longer than the ten seconds a request gets, and the thirty a connection gets.
(require 'eglot nil t)
(require 'jsonrpc nil t)
(setq jsonrpc-default-request-timeout 300
      eglot-connect-timeout 300)

(defun till (what holds)
  (let ((deadline (+ (float-time) 300)))
    (while (not (funcall holds))
      (when (> (float-time) deadline) (error "Waited for %s" what))
      (accept-process-output nil 0.05)
      ;; Changes of files come as events, which are taken only where one is read.
      (read-event nil nil 0.05))))

(defun remarks ()
  (mapcar (lambda (each) (cons (flymake-diagnostic-text each) (flymake-diagnostic-type each))) (flymake-diagnostics)))

(defun remark-about (text)
  (seq-find (lambda (each) (string-match-p text (car each))) (remarks)))

(defun before (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun places (items)
  (vconcat
   (mapcar (lambda (item)
             (let ((location (xref-item-location item)))
               (format "%s:%s" (file-name-nondirectory (xref-location-group location)) (xref-location-line location))))
           items)))

(defun open-with-server (file)
  (find-file file)
  ;; Eglot connects once a command has ended, which without a user never happens.
  (run-hooks 'post-command-hook)
  (till "the server" (lambda () (eglot-current-server)))
  (flymake-start))

(defun use-names ()
  (let (seen)
    (open-with-server "b.vaultconn.json")
    (till "settings" (lambda () (eq (cdr (remark-about "plain text")) 'eglot-warning)))
    (push (cons 'severity (symbol-name (cdr (remark-about "plain text")))) seen)
    (open-with-server "a.vaultconn.json")
    (before "KEY")
    (push (cons 'references (places (xref-backend-references 'eglot "LSP identifier at point."))) seen)
    (before "TITLE")
    (push (cons 'definition (places (xref-backend-definitions 'eglot "LSP identifier at point."))) seen)
    (before "KEY")
    (push (cons 'highlights (length (jsonrpc-request (eglot--current-server-or-lose) :textDocument/documentHighlight
                                                     (eglot--TextDocumentPositionParams))))
          seen)
    (let ((eglot-confirm-server-initiated-edits nil)) (eglot-rename "RENAMED"))
    (save-some-buffers t)
    (push (cons 'symbols (vconcat (mapcar (lambda (symbol) (plist-get symbol :name))
                                          (jsonrpc-request (eglot--current-server-or-lose) :workspace/symbol '(:query "renam")))))
          seen)
    (with-temp-file "c.vaultconn.json" (insert "{ \"id\": \"ac_1\", \"name\": \"The same connection\" }"))
    (till "the other file" (lambda () (remark-about "updates the same connection")))
    seen))

(princ (format "\n%s\n" (json-encode (condition-case failure (use-names) (error (list (cons 'failed (format "%S" failure))))))))
(kill-emacs 0)
