export const texts = {
  'account.profile': 'Profile',
  'account.email.hint': 'You sign in with it. It cannot be changed.',
  'account.look': 'Theme and language',
  'account.look.hint': 'Of this browser.',
  'account.password': 'Password',
  'account.password.hint': 'A new password signs you out everywhere else.',
  'account.password.current': 'Current password',
  'account.password.change': 'Change password',
  'account.password.changed': 'The password was changed. All your other sessions were ended.',
  'account.password.wrong': 'This is not your password. Try again.',
  'account.sessions': 'Sessions',
  'account.sessions.hint': 'If you signed in on a device that is no longer yours, end all sessions.',
  'account.sessions.ask': 'Sign out everywhere?',
  'account.sessions.ask.text': 'Every session of yours ends, this one too. Then you sign in again.',

  'totp.title': 'Second factor',
  'totp.text':
    'With an authenticator app on your phone, a stolen password is not enough to sign in as you. Any app that reads the QR code will do.',
  'totp.off': 'Off',
  'totp.on': 'The second factor is on',
  'totp.on.text': 'Signing in takes your password and a code.',
  'totp.begin': 'Set up',
  'totp.qr': 'QR code for the authenticator app',
  'totp.scan':
    'Scan the QR code with your authenticator app, or type in the secret. Then enter the code that it shows.',
  'totp.secret': 'Secret',
  'totp.code': 'Code',
  'totp.code.hint': 'Six digits. It changes every 30 seconds.',
  'totp.code.wrong':
    'This is not the code that the app shows now. Check the clock of your phone if it stays like this.',
  'totp.confirm': 'Turn on',
  'totp.end': 'Turn off',
  'totp.end.ask': 'Turn the second factor off?',
  'totp.end.text': 'Signing in will take only the password. Your recovery codes are void then.',

  'recovery.title': 'Your recovery codes',
  'recovery.text':
    'Keep them apart from your phone. Without the phone, each is good for one sign-in. They are shown only now.',
  'recovery.download': 'Download',
  'recovery.done': 'I have kept them',
} as const;
