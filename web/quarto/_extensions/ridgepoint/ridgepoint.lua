-- {{< ridge roofline model=Llama3_8B hardware=H100 picture=roofline.svg table=roofline.csv >}}
--
-- In HTML the live widget, around the picture as what is there without a script. In other formats the picture and the
-- table, which are the widget's own exports ("Save as"); without them a line that says so, since numbers of other settings
-- would be wrong ones. The files of the release lie beside this one; ridgepoint.js brings those that a widget needs.

local WIDGETS = { roofline = true, quantization = true, sensitivity = true, explainer = true, load = true, train = true, plan = true, routing = true, model = true, machine = true }
-- All that ridgepoint.js, and what it brings, may fetch; tests/package compares it with the files.
local BESIDE = {
  "ridgepoint.wasm", "ridgepoint-routing.wasm", "ridgepoint-systems.wasm", "ridgepoint-all.wasm", "ridgepoint-plain.js", "ridgepoint-tools.js", "schema.json", "trust.html",
  "quantization.js", "sensitivity.js", "explainer.js", "load.js", "train.js", "plan.js", "systems-worker.js",
  "routing.js", "routing-worker.js", "router.js", "router.wasm", "router-scalar.wasm", "router-plain.js", "moby-dick.txt",
  "machine.js", "machine-measure.js", "machine-worker.js", "bench.js", "bench.wasm", "bench-scalar.wasm",
  "model.js", "model-worker.js", "language-model.js", "language-model.wasm", "language-model-plain.js", "language-model-large.bin", "language-model-small.bin",
}
local OWN = { picture = true, table = true }

local function escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ["\""] = "&quot;" }))
end

local function read(name)
  local file, reason = io.open(name, "r")
  if not file then error("ridge: the table " .. name .. " cannot be read: " .. reason) end
  local content = file:read("a")
  file:close()
  return content
end

-- A widget's CSV holds several tables, parted by empty lines, each under a line "# caption".
local function tables(name)
  local blocks = {}
  for part in (read(name):gsub("\r", "") .. "\n\n"):gmatch("(.-)\n\n+") do
    local caption, rows = part:match("^\"?# ([^\n]-)\"?\n(.*)$")
    if not caption then error("ridge: " .. name .. " is not a table that a widget saved") end
    blocks[#blocks + 1] = pandoc.Para({ pandoc.Strong({ pandoc.Str(caption) }) })
    for _, block in ipairs(pandoc.read(rows .. "\n", "csv").blocks) do blocks[#blocks + 1] = block end
  end
  return blocks
end

local function ridge(args, kwargs)
  local widget = args[1] and pandoc.utils.stringify(args[1]) or ""
  if not WIDGETS[widget] then
    local names = {}
    for name in pairs(WIDGETS) do names[#names + 1] = name end
    table.sort(names)
    error("ridge: the widget must be one of " .. table.concat(names, ", ") .. ", given \"" .. widget .. "\"")
  end
  local settings, names = {}, {}
  for name, value in pairs(kwargs) do
    settings[name] = pandoc.utils.stringify(value)
    if not OWN[name] then names[#names + 1] = name end
  end
  table.sort(names)
  local said = {}
  for _, name in ipairs(names) do said[#said + 1] = name .. " " .. settings[name] end
  local title = "Ridgepoint, " .. widget .. ": " .. table.concat(said, ", ")

  if not quarto.doc.is_format("html") then
    local blocks = {}
    if settings.picture then blocks[1] = pandoc.Para({ pandoc.Image({ pandoc.Str(title) }, settings.picture) }) end
    if settings.table then for _, block in ipairs(tables(settings.table)) do blocks[#blocks + 1] = block end end
    if #blocks == 0 then blocks[1] = pandoc.Para({ pandoc.Str(title .. " (interactive in the HTML edition)") }) end
    return blocks
  end

  local resources = {}
  for index, name in ipairs(BESIDE) do resources[index] = { name = name, path = name } end
  quarto.doc.add_html_dependency({
    name = "ridgepoint",
    version = "0.3.0",
    scripts = { { path = "ridgepoint.js", attribs = { type = "module" } } },
    resources = resources,
  })
  local tag = { "<ridge-" .. widget }
  for _, name in ipairs(names) do tag[#tag + 1] = name .. "=\"" .. escape(settings[name]) .. "\"" end
  local inside = settings.picture and ("<img src=\"" .. escape(settings.picture) .. "\" alt=\"" .. escape(title) .. "\">") or escape(title)
  return pandoc.RawBlock("html", table.concat(tag, " ") .. ">" .. inside .. "</ridge-" .. widget .. ">")
end

return { ridge = ridge }
