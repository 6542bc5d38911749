# A support screen for Ren'Py 8. Copy this file into game/, and the folder player_support into
# game/python-packages/. Open it with: textbutton "Support" action Function(open_support)

define SUPPORT_URL = "http://127.0.0.1:8080"
define SUPPORT_KEY = "ppk_..."

init python:
    import os
    from collections import OrderedDict
    from types import SimpleNamespace

    from player_support import HttpTransport, PlayerSupport, SupportError

    def support_certificates():
        # Ren'Py brings certificates for HTTPS: not every system has some that Python finds.
        try:
            import certifi
            return certifi.where()
        except ImportError:
            return None

    # Made at init and never assigned again, so Ren'Py does not save it.
    support = PlayerSupport(
        SUPPORT_URL,
        SUPPORT_KEY,
        # Keep this folder out of cloud saves: who has it is the player.
        os.path.join(config.savedir or config.basedir, "player-support"),
        context={"appVersion": config.version, "platform": renpy.platform},
        transport=HttpTransport(ca_file=support_certificates()),
    )
    # No dict: Ren'Py would roll it back.
    support_state = SimpleNamespace(ticket=None, screenshot=None, lines=OrderedDict())

    def support_text(text):
        # Texts of others must not be text tags or Python.
        return str(text).replace("[", "[[").replace("{", "{{")

    def on_support_entry(entry):
        text = support_text(entry["body"]["message"])
        support_state.lines[entry["id"]] = "You (%s): %s" % (entry["state"], text)
        renpy.restart_interaction()

    def on_support_message(message):
        support_state.lines[message["id"]] = "Team: " + support_text(message["body"])
        renpy.notify("You have a reply from support.")
        renpy.restart_interaction()

    def on_support_error(error):
        renpy.log("Player support: %s" % error)

    def open_support():
        # Before the screen covers the game.
        support_state.screenshot = renpy.screenshot_to_bytes((1280, 720))
        renpy.show_screen("support")
        renpy.restart_interaction()

    def send_to_support(text):
        text = text.strip()
        if not text:
            return
        try:
            if support_state.ticket:
                support.reply(support_state.ticket, text)
            else:
                picture = {"name": "screenshot.png", "type": "image/png", "bytes": support_state.screenshot}
                support_state.ticket = support.create_ticket("bug", text[:120], text, files=[picture])
        except SupportError:
            renpy.notify("Too many texts wait to be sent.")

    support.on("outbox", on_support_entry)
    support.on("message", on_support_message)
    support.on("error", on_support_error)
    # About 20 times a second.
    config.periodic_callbacks.append(support.update)
    config.start_callbacks.append(support.start)
    config.quit_callbacks.append(support.stop)

screen support():
    modal True
    default written = ""
    frame:
        xfill True
        yfill True
        vbox:
            spacing 10
            viewport:
                ysize 0.7
                mousewheel True
                yinitial 1.0
                vbox:
                    for line in support_state.lines.values():
                        text line
            input value ScreenVariableInputValue("written") length 4000 copypaste True
            hbox:
                spacing 20
                textbutton "Send" action [Function(send_to_support, written), SetScreenVariable("written", "")]
                textbutton "Close" action Hide("support")
