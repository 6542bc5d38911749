export const macros = [
  {
    name: 'Pedir detalhes',
    body: [
      'Olá, aqui é {{member.name}}, de {{project.name}}. Agradecemos sua mensagem sobre “{{ticket.subject}}”.',
      '',
      'Para ajudar, precisamos saber um pouco mais:',
      '- O que você fez logo antes de acontecer?',
      '- O que você esperava, e o que aconteceu?',
      '- Acontece sempre?',
    ].join('\n'),
  },
  {
    name: 'Problema conhecido',
    body: [
      'Agradecemos o aviso. Já conhecemos esse problema e estamos trabalhando nele. Uma atualização vai corrigi-lo. Você não precisa fazer mais nada.',
      '',
      'Pedimos desculpas pelo transtorno.',
    ].join('\n'),
  },
  {
    name: 'Reembolso pela loja',
    body: [
      'Agradecemos sua mensagem. As compras são feitas pela loja do seu aparelho ou plataforma, por isso a loja também cuida dos reembolsos. Abra o histórico de pedidos da loja, escolha a compra e peça o reembolso.',
      '',
      'Se a loja recusar, ou se você pagou e não recebeu nada, responda aqui com o número do pedido.',
    ].join('\n'),
  },
  {
    name: 'Conta perdida',
    body: [
      'Queremos ajudar você a recuperar sua conta. Por favor, informe:',
      '- seu nome ou ID de jogador',
      '- em qual aparelho você jogava',
      '- quando começou e quando jogou pela última vez, mais ou menos',
      '- o número do pedido de uma compra, se você fez alguma',
      '',
      'Não envie sua senha. Nós nunca pedimos a senha.',
    ].join('\n'),
  },
  {
    name: 'Passos se o jogo fechar',
    body: [
      'Lamentamos que o jogo esteja fechando sozinho. Tente estes passos nesta ordem:',
      '1. Feche o jogo por completo e abra de novo.',
      '2. Reinicie o aparelho.',
      '3. Instale as versões mais recentes do jogo e do sistema.',
      '4. Verifique se há espaço livre.',
      '',
      'Se continuar fechando, conte para nós em que momento acontece.',
    ].join('\n'),
  },
  {
    name: 'Denúncia recebida',
    body: 'Agradecemos sua denúncia. Nós a levamos a sério e vamos analisar. Não podemos contar o que decidimos sobre outros jogadores, mas cada denúncia ajuda a manter {{project.name}} justo.',
  },
  {
    name: 'Aguardando sua resposta',
    body: 'Fizemos uma pergunta sobre “{{ticket.subject}}” e ainda não recebemos sua resposta. Se ainda precisar de ajuda, é só responder aqui. Se já estiver resolvido, não precisa fazer nada.',
  },
  {
    name: 'Agradecimento',
    body: [
      'Ficamos felizes em ajudar. Agradecemos por jogar {{project.name}}! Se precisar de mais alguma coisa, escreva quando quiser.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
