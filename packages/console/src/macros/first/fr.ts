export const macros = [
  {
    name: 'Demander des précisions',
    body: [
      'Bonjour, je suis {{member.name}}, de {{project.name}}. Merci de nous avoir écrit au sujet de « {{ticket.subject}} ».',
      '',
      'Pour vous aider, nous avons besoin de quelques précisions :',
      '- Qu’avez-vous fait juste avant ?',
      '- À quoi vous attendiez-vous, et que s’est-il passé ?',
      '- Est-ce que cela arrive à chaque fois ?',
    ].join('\n'),
  },
  {
    name: 'Problème connu',
    body: [
      'Merci de nous avoir prévenus. Nous connaissons ce problème et nous y travaillons. Une mise à jour le corrigera. Vous n’avez rien d’autre à faire.',
      '',
      'Veuillez nous excuser pour la gêne occasionnée.',
    ].join('\n'),
  },
  {
    name: 'Remboursement par la boutique',
    body: [
      'Merci de nous avoir écrit. Les achats passent par la boutique de votre appareil ou de votre plateforme. C’est donc elle qui gère aussi les remboursements. Ouvrez-y l’historique de vos commandes, choisissez l’achat et demandez le remboursement.',
      '',
      'Si la boutique refuse, ou si vous avez payé sans rien recevoir, répondez ici avec le numéro de commande.',
    ].join('\n'),
  },
  {
    name: 'Compte perdu',
    body: [
      'Nous voulons vous aider à retrouver votre compte. Merci de nous indiquer :',
      '- votre nom ou votre identifiant de joueur',
      '- l’appareil sur lequel vous avez joué',
      '- à peu près quand vous avez commencé et quand vous avez joué pour la dernière fois',
      '- le numéro de commande d’un achat, si vous en avez fait un',
      '',
      'Ne nous envoyez pas votre mot de passe. Nous ne le demandons jamais.',
    ].join('\n'),
  },
  {
    name: 'Étapes en cas de plantage',
    body: [
      'Nous sommes désolés que le jeu plante. Essayez ces étapes dans cet ordre :',
      '1. Fermez complètement le jeu et relancez-le.',
      '2. Redémarrez votre appareil.',
      '3. Installez les dernières versions du jeu et de votre système.',
      '4. Vérifiez qu’il reste de l’espace libre.',
      '',
      'Si le jeu plante encore, dites-nous à quel moment.',
    ].join('\n'),
  },
  {
    name: 'Signalement reçu',
    body: 'Merci pour votre signalement. Nous le prenons au sérieux et nous allons l’examiner. Nous ne pouvons pas vous dire ce que nous décidons pour d’autres joueurs, mais chaque signalement aide à garder {{project.name}} équitable.',
  },
  {
    name: 'En attente de votre réponse',
    body: 'Nous vous avons posé une question au sujet de « {{ticket.subject}} » et nous n’avons pas encore de réponse. Si vous avez toujours besoin d’aide, répondez ici. Si c’est résolu, vous n’avez rien à faire.',
  },
  {
    name: 'Merci',
    body: [
      'Nous sommes heureux d’avoir pu vous aider. Merci de jouer à {{project.name}} ! Si vous avez besoin d’autre chose, écrivez-nous à tout moment.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
