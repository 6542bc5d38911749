function love.conf(t)
  t.identity = "player-support-example"
  t.window.title = "Player support in LÖVE"
  t.window.width, t.window.height = 640, 480
end
