-- A new person each time, from an address of their own. Told: a seed, and the body with the marker's digits.
local body, marker

function init(args)
  math.randomseed(tonumber(args[1]))
  marker = args[2]
  body = args[3]
end

function request()
  local n = string.format("%.0f", math.random(100000000000, 999999999999))
  wrk.headers["x-forwarded-for"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(1, 254))
  return wrk.format("POST", nil, nil, (body:gsub(marker, n)))
end
