export const texts = {
  'account.profile': 'Profile',
  'account.email.hint': 'You sign in with this address. It cannot be changed.',
  'account.look': 'Theme and language',
  'account.look.hint': 'For this browser.',
  'account.password.hint': 'If you change the password, you are signed out everywhere else.',
  'account.password.current': 'Current password',
  'account.password.change': 'Change password',
  'account.password.changed': 'The password was changed. Your other sessions were ended.',
  'account.password.wrong': 'Wrong password. Try again.',
  'account.sessions': 'Sessions',
  'account.sessions.hint': 'End all sessions if you signed in on a device that you no longer use.',
  'account.sessions.ask': 'Sign out everywhere?',
  'account.sessions.ask.text': 'All your sessions end, including this one. You have to sign in again.',

  'totp.text':
    'With an authenticator app, a stolen password is not enough to sign in to your account. You can use any app that reads QR codes for sign-in.',
  'totp.off': 'Off',
  'totp.on': 'The second factor is on',
  'totp.on.text': 'To sign in you need your password and a code.',
  'totp.begin': 'Set up',
  'totp.qr': 'QR code for the authenticator app',
  'totp.scan':
    'Scan the QR code with your authenticator app, or enter the secret there. Then enter the code that the app shows.',
  'totp.secret': 'Secret',
  'totp.code.hint': 'Six digits, which change every 30 seconds.',
  'totp.code.wrong': 'Wrong code. If this happens again, check the clock of your phone.',
  'totp.confirm': 'Turn on',
  'totp.turn-off': 'Turn off',
  'totp.turn-off.ask': 'Turn off the second factor?',
  'totp.turn-off.text': 'You will sign in with your password only. Your recovery codes stop working.',

  'recovery.title': 'Your recovery codes',
  'recovery.text':
    'Save them in a safe place. If you lose your phone, each code works for one sign-in. They are shown only now.',
  'recovery.download': 'Download',
  'recovery.done': 'I have saved them',
} as const;
