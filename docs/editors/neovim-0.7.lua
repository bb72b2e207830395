-- For Neovim 0.7 to 0.10, in init.lua
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.vaultconn.json",
  command = "set filetype=vaultconn syntax=json",
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "vaultconn",
  callback = function(args)
    local id = vim.g.vaultconn_client
    if not id or not vim.lsp.get_client_by_id(id) then
      id = vim.lsp.start_client({
        name = "vaultconn",
        cmd = { "vaultconn-language-server", "--stdio" },
        root_dir = vim.fn.getcwd(),
        -- These aren't the defaults: leave out what you don't want.
        init_options = { settings = { envFile = ".env", plainTextSecret = "warning" } },
      })
      vim.g.vaultconn_client = id
    end
    vim.lsp.buf_attach_client(args.buf, id)
  end,
})
