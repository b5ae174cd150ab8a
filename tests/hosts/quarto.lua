-- A pandoc filter that runs the Quarto extension's shortcode as Quarto would: `{{ridge …}}` in a code block is a call.
-- The format is the metadata's `target`; what the shortcode asks Quarto to add is printed as metadata.

local dependencies = {}
local target

quarto = {
  doc = {
    is_format = function(name) return name == target end,
    add_html_dependency = function(dependency) dependencies[dependency.name .. " " .. dependency.version] = dependency.scripts[1].path end,
  },
}

local function call(block)
  local shortcodes = dofile(os.getenv("RIDGEPOINT_SHORTCODE"))
  local args, kwargs = {}, {}
  for word in block.text:gmatch("%S+") do
    local name, value = word:match("^([%w-]+)=(.*)$")
    if name then kwargs[name] = pandoc.Inlines({ pandoc.Str(value) })
    else args[#args + 1] = pandoc.Inlines({ pandoc.Str(word) }) end
  end
  return shortcodes.ridge(args, kwargs)
end

return {
  { Meta = function(meta) target = pandoc.utils.stringify(meta.target) end },
  { CodeBlock = call },
  { Meta = function(meta)
      meta.dependencies = dependencies
      return meta
    end },
}
