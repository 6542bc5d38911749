export const macros = [
  {
    name: 'Prośba o szczegóły',
    body: [
      'Cześć, tu {{member.name}} z {{project.name}}. Dziękujemy za wiadomość w sprawie „{{ticket.subject}}”.',
      '',
      'Aby pomóc, musimy wiedzieć trochę więcej:',
      '- Co działo się tuż przed wystąpieniem problemu?',
      '- Co miało się stać, a co się stało?',
      '- Czy zdarza się to za każdym razem?',
    ].join('\n'),
  },
  {
    name: 'Znany problem',
    body: [
      'Dziękujemy za zgłoszenie. Znamy ten problem i pracujemy nad nim. Naprawi go aktualizacja. Nie musisz robić nic więcej.',
      '',
      'Przepraszamy za kłopot.',
    ].join('\n'),
  },
  {
    name: 'Zwrot pieniędzy w sklepie',
    body: [
      'Dziękujemy za wiadomość. Zakupy odbywają się w sklepie Twojego urządzenia lub platformy, dlatego zwrotami również zajmuje się sklep. Otwórz w nim historię zamówień, wybierz zakup i poproś o zwrot pieniędzy.',
      '',
      'Jeśli sklep odmówi albo jeśli zakup jest opłacony, ale nic nie dotarło, odpowiedz tutaj i podaj numer zamówienia.',
    ].join('\n'),
  },
  {
    name: 'Utracone konto',
    body: [
      'Chcemy pomóc Ci odzyskać konto. Podaj nam:',
      '- nazwę lub identyfikator gracza',
      '- urządzenie, na którym grasz',
      '- kiedy mniej więcej zaczęła się gra i kiedy była ostatnia sesja',
      '- numer zamówienia, jeśli był jakiś zakup',
      '',
      'Nie wysyłaj nam hasła. Nigdy o nie nie pytamy.',
    ].join('\n'),
  },
  {
    name: 'Co robić, gdy gra się wyłącza',
    body: [
      'Przykro nam, że gra się wyłącza. Wypróbuj te kroki w tej kolejności:',
      '1. Całkowicie zamknij grę i uruchom ją ponownie.',
      '2. Uruchom ponownie urządzenie.',
      '3. Zainstaluj najnowsze wersje gry i systemu.',
      '4. Sprawdź, czy jest wolne miejsce.',
      '',
      'Jeśli gra nadal się wyłącza, napisz, w którym momencie.',
    ].join('\n'),
  },
  {
    name: 'Zgłoszenie przyjęte',
    body: 'Dziękujemy za zgłoszenie. Traktujemy je poważnie i sprawdzimy. Nie możemy powiedzieć, co postanowimy w sprawie innych graczy, ale każde zgłoszenie pomaga dbać o uczciwą grę w {{project.name}}.',
  },
  {
    name: 'Czekamy na odpowiedź',
    body: 'Zadaliśmy Ci pytanie w sprawie „{{ticket.subject}}” i nie mamy jeszcze odpowiedzi. Jeśli nadal potrzebujesz pomocy, po prostu odpowiedz tutaj. Jeśli sprawa jest rozwiązana, nie musisz nic robić.',
  },
  {
    name: 'Podziękowanie',
    body: [
      'Cieszymy się, że udało się pomóc. Dziękujemy za grę w {{project.name}}! Jeśli pojawi się coś jeszcze, napisz do nas w dowolnej chwili.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
