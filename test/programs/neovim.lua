-- Runs in Neovim, in the folder it was started in, and prints what came of it as one line of JSON.
local LIMIT = 300000

local function till(what, holds)
  if not vim.wait(LIMIT, holds, 50) then error("waited for " .. what) end
end

local function found(code)
  for _, each in ipairs(vim.diagnostic.get(0)) do
    if each.code == code then return each end
  end
end

local function before(text)
  vim.fn.cursor(1, 1)
  if vim.fn.search("\\V" .. text, "c") == 0 then error("no " .. text) end
end

local function locations(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), extra or {})
  local names = {}
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, LIMIT)) do
    for _, place in ipairs(answer.result or {}) do
      local name = place.uri and vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t") or "here"
      table.insert(names, name .. ":" .. ((place.range or place.location.range).start.line + 1))
    end
  end
  return names
end

local function use_names()
  local seen = {}
  vim.cmd("edit b.vaultconn.json")
  till("settings", function()
    local remark = found("plain-text-secret")
    seen.severity = remark and remark.severity
    return seen.severity == vim.diagnostic.severity.WARN
  end)
  vim.cmd("edit a.vaultconn.json")
  before("KEY")
  seen.references = locations("textDocument/references", { context = { includeDeclaration = true } })
  seen.highlights = locations("textDocument/documentHighlight")
  before("TITLE")
  vim.lsp.buf.definition()
  till("the definition", function() return vim.fn.expand("%:t") == ".env" end)
  seen.definition = vim.fn.expand("%:t") .. ":" .. vim.fn.line(".")
  vim.cmd("edit a.vaultconn.json")
  before("KEY")
  vim.lsp.buf.rename("RENAMED")
  till("the rename", function() return vim.fn.search("RENAMED", "nw") > 0 end)
  vim.cmd("wall")
  local symbols = vim.lsp.buf_request_sync(0, "workspace/symbol", { query = "renam" }, LIMIT)
  for _, answer in pairs(symbols) do
    seen.symbols = vim.tbl_map(function(symbol) return symbol.name end, answer.result)
  end
  vim.fn.writefile({ '{ "id": "ac_1", "name": "The same connection" }' }, "c.vaultconn.json")
  -- This version watches no files: a document that is saved is the occasion to look.
  vim.cmd("write")
  till("the other file", function() return found("duplicate-target") ~= nil end)
  return seen
end

local ok, result = pcall(use_names)
io.stdout:write("\n" .. vim.fn.json_encode(ok and result or { failed = tostring(result) }) .. "\n")
vim.cmd("qall!")
