export const macros = [
  {
    name: 'Details erfragen',
    body: [
      'Hallo, hier ist {{member.name}} von {{project.name}}. Danke für deine Nachricht zu „{{ticket.subject}}“.',
      '',
      'Damit wir dir helfen können, müssen wir noch etwas wissen:',
      '- Was hast du getan, kurz bevor es passiert ist?',
      '- Was hast du erwartet, und was ist stattdessen passiert?',
      '- Passiert es jedes Mal?',
    ].join('\n'),
  },
  {
    name: 'Bekanntes Problem',
    body: [
      'Danke für den Hinweis. Wir kennen dieses Problem und arbeiten daran. Ein Update wird es beheben. Du musst nichts weiter tun.',
      '',
      'Bitte entschuldige die Umstände.',
    ].join('\n'),
  },
  {
    name: 'Erstattung durch den Store',
    body: [
      'Danke für deine Nachricht. Käufe laufen über den Store deines Geräts oder deiner Plattform, deshalb ist der Store auch für Erstattungen zuständig. Öffne dort deine Bestellungen, wähle den Kauf aus und beantrage die Erstattung.',
      '',
      'Wenn der Store ablehnt oder du bezahlt, aber nichts bekommen hast, antworte hier mit der Bestellnummer.',
    ].join('\n'),
  },
  {
    name: 'Verlorenes Konto',
    body: [
      'Wir möchten dir helfen, dein Konto zurückzubekommen. Bitte schreib uns:',
      '- deinen Spielernamen oder deine Spieler-ID',
      '- auf welchem Gerät du gespielt hast',
      '- wann du ungefähr angefangen und wann du zuletzt gespielt hast',
      '- die Bestellnummer eines Kaufs, falls es einen gibt',
      '',
      'Bitte schick uns nicht dein Passwort. Wir fragen nie danach.',
    ].join('\n'),
  },
  {
    name: 'Hilfe bei Abstürzen',
    body: [
      'Es tut uns leid, dass das Spiel abstürzt. Bitte versuche diese Schritte der Reihe nach:',
      '1. Schließe das Spiel vollständig und starte es neu.',
      '2. Starte dein Gerät neu.',
      '3. Installiere die neuesten Versionen des Spiels und deines Systems.',
      '4. Sorge dafür, dass etwas Speicherplatz frei ist.',
      '',
      'Wenn es weiterhin abstürzt, schreib uns, an welcher Stelle es passiert.',
    ].join('\n'),
  },
  {
    name: 'Meldung erhalten',
    body: 'Danke für deine Meldung. Wir nehmen sie ernst und gehen ihr nach. Was wir bei anderen Spielern entscheiden, können wir dir nicht sagen, aber jede Meldung hilft, {{project.name}} fair zu halten.',
  },
  {
    name: 'Wir warten auf dich',
    body: 'Wir haben dich etwas zu „{{ticket.subject}}“ gefragt und noch nichts von dir gehört. Wenn du noch Hilfe brauchst, antworte einfach hier. Wenn es gelöst ist, musst du nichts tun.',
  },
  {
    name: 'Danke',
    body: [
      'Schön, dass wir helfen konnten. Danke, dass du {{project.name}} spielst! Wenn noch etwas ist, schreib uns jederzeit.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
