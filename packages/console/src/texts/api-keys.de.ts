export const texts = {
  'api-keys.create': 'Schlüssel erstellen',
  'api-keys.created': 'Gib diesen Schlüssel dem Programm, das ihn braucht. Wer den Schlüssel hat, hat dessen Zugriff.',
  'api-keys.key': 'Schlüssel',
  'api-keys.once': 'Der Schlüssel wird nur jetzt angezeigt.',
  'api-keys.name.hint':
    'Das Programm, das den Schlüssel verwendet. Der Name erscheint im Audit-Log und neben Antworten.',
  'api-keys.revoke.one': '{name} widerrufen',
  'api-keys.revoke.do': 'Schlüssel widerrufen',
  'api-keys.revoke.ask': 'Diesen Schlüssel widerrufen?',
  'api-keys.revoke.text':
    'Programme, die „{name}“ verwenden, verlieren den Zugriff. Links, die mit dem Schlüssel erstellt wurden, werden ungültig, und mit ihm erstellte Schlüssel werden ausgesetzt. Geplante Ankündigungen all dieser Schlüssel werden nicht gesendet. Das lässt sich nicht rückgängig machen.',
  'api-keys.revoked': 'Widerrufen',
  'api-keys.used': 'Zuletzt verwendet',
  'api-keys.never-used': 'Nie verwendet',
  'api-keys.expires': 'Läuft ab',
  'api-keys.expired': 'Abgelaufen',
  'api-keys.expires.hint': 'Danach gilt der Schlüssel nicht mehr.',
  'api-keys.expires.never': 'Nie',
  'api-keys.expires.days': { one: 'In {count} Tag', other: 'In {count} Tagen' },
  'api-keys.suspended': 'Ausgesetzt',
  'api-keys.suspended.text': {
    one: '{count} Schlüssel ist ausgesetzt, weil sein Ersteller den Zugriff verloren hat. Das Programm, das ihn verwendet, hat keinen Zugriff.',
    other:
      '{count} Schlüssel sind ausgesetzt, weil ihre Ersteller den Zugriff verloren haben. Die Programme, die sie verwenden, haben keinen Zugriff.',
  },
  'api-keys.take-over': 'Übernehmen',
  'api-keys.take-over.one': '{name} übernehmen',
  'api-keys.take-over.all': { one: 'Diesen Schlüssel übernehmen', other: '{count} Schlüssel übernehmen' },
  'api-keys.take-over.ask': { one: 'Diesen Schlüssel übernehmen?', other: 'Diese {count} Schlüssel übernehmen?' },
  'api-keys.take-over.text': {
    one: '{names}\n\nDer Schlüssel funktioniert wieder, und du wirst sein Ersteller. Ein ehemaliges Mitglied kennt ihn vielleicht noch: Im Zweifel widerrufe ihn und erstelle einen neuen.',
    other:
      '{names}\n\nDie Schlüssel funktionieren wieder, und du wirst ihr Ersteller. Ein ehemaliges Mitglied kennt sie vielleicht noch: Im Zweifel widerrufe sie und erstelle neue.',
  },
  'api-keys.take-over.not-you': 'Muss von einem anderen Mitglied übernommen werden',
  'api-keys.empty.title': 'Noch keine API-Schlüssel',
  'api-keys.empty.text':
    'Mit API-Schlüsseln lesen und beantworten Programme Tickets, zum Beispiel ein Bot oder ein Bericht.',
};
