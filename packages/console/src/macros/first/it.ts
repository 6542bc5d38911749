export const macros = [
  {
    name: 'Chiedere dettagli',
    body: [
      'Ciao, sono {{member.name}} di {{project.name}}. Grazie per averci scritto a proposito di “{{ticket.subject}}”.',
      '',
      'Per aiutarti dobbiamo sapere qualcosa in più:',
      '- Cosa hai fatto subito prima?',
      '- Cosa ti aspettavi, e cosa è successo invece?',
      '- Succede ogni volta?',
    ].join('\n'),
  },
  {
    name: 'Problema noto',
    body: [
      'Grazie per la segnalazione. Conosciamo questo problema e ci stiamo lavorando. Un aggiornamento lo risolverà. Non devi fare altro.',
      '',
      'Ci scusiamo per il disagio.',
    ].join('\n'),
  },
  {
    name: 'Rimborso dello store',
    body: [
      'Grazie per averci scritto. Gli acquisti passano dallo store del tuo dispositivo o della tua piattaforma, quindi è lo store a gestire anche i rimborsi. Apri lì la cronologia degli ordini, scegli l’acquisto e chiedi il rimborso.',
      '',
      'Se lo store rifiuta, o se hai pagato senza ricevere nulla, rispondi qui con il numero dell’ordine.',
    ].join('\n'),
  },
  {
    name: 'Account perso',
    body: [
      'Vogliamo aiutarti a recuperare il tuo account. Per favore, scrivici:',
      '- il tuo nome o ID giocatore',
      '- su quale dispositivo giocavi',
      '- più o meno quando hai iniziato e quando hai giocato l’ultima volta',
      '- il numero d’ordine di un acquisto, se ne hai fatto uno',
      '',
      'Non inviarci la tua password. Non la chiediamo mai.',
    ].join('\n'),
  },
  {
    name: 'Cosa fare se il gioco si chiude',
    body: [
      'Ci dispiace che il gioco si chiuda. Prova questi passaggi in quest’ordine:',
      '1. Chiudi completamente il gioco e riaprilo.',
      '2. Riavvia il dispositivo.',
      '3. Installa le ultime versioni del gioco e del sistema.',
      '4. Controlla che ci sia spazio libero.',
      '',
      'Se si chiude ancora, dicci in quale momento succede.',
    ].join('\n'),
  },
  {
    name: 'Segnalazione ricevuta',
    body: 'Grazie per la tua segnalazione. La prendiamo sul serio e la esamineremo. Non possiamo dirti cosa decidiamo su altri giocatori, ma ogni segnalazione aiuta a mantenere {{project.name}} corretto.',
  },
  {
    name: 'Aspettiamo una tua risposta',
    body: 'Ti abbiamo chiesto qualcosa su “{{ticket.subject}}” e non abbiamo ancora ricevuto una risposta. Se hai ancora bisogno di aiuto, rispondi qui. Se è risolto, non devi fare nulla.',
  },
  {
    name: 'Grazie',
    body: [
      'Siamo felici di averti aiutato. Grazie per giocare a {{project.name}}! Se ti serve altro, scrivici quando vuoi.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
