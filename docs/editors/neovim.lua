-- For Neovim 0.11 or later, in init.lua. vim.lsp.buf.code_action() offers quick fixes.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.vaultconn.json",
  command = "set filetype=vaultconn syntax=json",
})
vim.lsp.config("vaultconn", {
  cmd = { "vaultconn-language-server", "--stdio" },
  filetypes = { "vaultconn" },
  root_markers = { ".git" },
  -- These aren't the defaults: leave out what you don't want.
  settings = { vaultconn = { envFile = ".env", diagnostics = { plainTextSecret = "warning" } } },
})
vim.lsp.enable("vaultconn")
-- If nothing is shown, does :checkhealth vim.lsp list it?
