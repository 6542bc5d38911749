export const texts = {
  'player-data.title': 'Spielerdaten',
  'player-data.loading': 'Die Spielerdaten werden geladen.',
  'player-data.loaded': 'Von eurem eigenen Dienst,',
  'player-data.empty': 'Euer eigener Dienst hat keine Daten zu diesem Spieler.',
  'player-data.ask': 'Wenn es so bleibt, sag es einem Admin dieses Projekts.',
  'player-data.settings': 'Einstellungen der Spielerdaten',

  'player-data.error.address':
    'Die Adresse eures eigenen Dienstes führt zu keinem Server oder in ein Netz, das dieser Server nicht benutzen darf. Ein Admin kann sie ändern.',
  'player-data.error.connection':
    'Euer eigener Dienst ist nicht erreichbar oder hat kein gültiges Zertifikat. Versuch es später noch einmal.',
  'player-data.error.time-out':
    'Euer eigener Dienst hat nicht innerhalb von 3 Sekunden geantwortet. Versuch es noch einmal.',
  'player-data.error.redirect':
    'Die Adresse eures eigenen Dienstes leitet auf eine andere um. Ein Admin kann sie ändern.',
  'player-data.error.status': 'Euer eigener Dienst hat mit dem Status {status} geantwortet. Es muss 200 sein.',
  'player-data.error.answer': 'Die Antwort eures eigenen Dienstes kann nicht angezeigt werden.',
  'player-data.error.media-type': 'Sie muss vom Typ application/json sein.',
  'player-data.error.compressed': 'Sie darf nicht komprimiert sein.',
  'player-data.error.too-large': 'Sie darf höchstens 64 KiB haben.',
  'player-data.error.not-utf-8': 'Sie muss in UTF-8 sein.',
  'player-data.error.not-json': 'Sie muss JSON sein.',
  'player-data.error.invalid': 'Etwas darin fehlt, ist unbekannt, zu lang oder vom falschen Typ:',
  'player-data.error.busy': 'Es laufen zu viele Anfragen an euren eigenen Dienst. Versuch es gleich noch einmal.',
  'player-data.error.secret-key':
    'Dieser Server kann das Geheimnis für euren eigenen Dienst nicht lesen. Wende dich an den Betreiber dieses Servers.',
  'player-data.error.not-set': 'Das Projekt hat keine Adresse für Spielerdaten.',

  'player-data.hint':
    'Neben den Tickets von {project} sieht das Team, was ein Dienst von euch über den Spieler weiß, zum Beispiel Käufe. Dieser Server fragt euren Dienst, wenn jemand ein Ticket öffnet, und speichert nichts.',
  'player-data.guide': 'So schreibst du einen solchen Dienst',
  'player-data.url': 'Adresse eures eigenen Dienstes',
  'player-data.url.hint':
    'Eine https-Adresse, die aus dem Internet erreichbar ist. Alle Mitglieder des Projekts sehen seine Daten.',
  'player-data.secret': 'Geheimnis für die Signatur',
  'player-data.secret.hint':
    'Damit prüft euer Dienst, dass eine Anfrage von diesem Server kommt. Es wird nur jetzt angezeigt.',
  'player-data.replace': 'Geheimnis ersetzen',
  'player-data.replace.title': 'Geheimnis für die Signatur ersetzen?',
  'player-data.replace.text':
    'Ab jetzt werden Anfragen mit dem neuen Geheimnis signiert. Bis euer Dienst es kennt, sieht das Team keine Spielerdaten.',
  'player-data.remove': 'Entfernen',
  'player-data.remove.title': 'Adresse entfernen?',
  'player-data.remove.text':
    'Das Team sieht keine Spielerdaten mehr, und das Geheimnis für die Signatur wird gelöscht.',
  'player-data.test': 'Test',
  'player-data.test.hint': 'Fragt euren Dienst nach dem Spieler ply_test und zeigt, was er antwortet.',
  'player-data.test.send': 'Testanfrage senden',
  'player-data.test.done': 'Euer Dienst hat geantwortet:',
};
