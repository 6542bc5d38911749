export const macros = [
  {
    name: 'Pedir detalles',
    body: [
      'Hola, soy {{member.name}}, de {{project.name}}. Gracias por escribirnos sobre «{{ticket.subject}}».',
      '',
      'Para poder ayudarte, necesitamos saber un poco más:',
      '- ¿Qué hiciste justo antes de que ocurriera?',
      '- ¿Qué esperabas y qué pasó en su lugar?',
      '- ¿Ocurre siempre?',
    ].join('\n'),
  },
  {
    name: 'Problema conocido',
    body: [
      'Gracias por avisarnos. Conocemos este problema y estamos trabajando en ello. Una actualización lo corregirá. No tienes que hacer nada más.',
      '',
      'Sentimos las molestias.',
    ].join('\n'),
  },
  {
    name: 'Reembolso en la tienda',
    body: [
      'Gracias por escribirnos. Las compras se hacen en la tienda de tu dispositivo o plataforma, así que la tienda también gestiona los reembolsos. Abre allí tu historial de pedidos, elige la compra y pide el reembolso.',
      '',
      'Si la tienda lo rechaza, o si pagaste y no recibiste nada, responde aquí con el número de pedido.',
    ].join('\n'),
  },
  {
    name: 'Cuenta perdida',
    body: [
      'Queremos ayudarte a recuperar tu cuenta. Por favor, dinos:',
      '- tu nombre o ID de jugador',
      '- en qué dispositivo jugabas',
      '- cuándo empezaste y cuándo jugaste por última vez, más o menos',
      '- el número de pedido de una compra, si hiciste alguna',
      '',
      'No nos envíes tu contraseña, por favor. Nunca la pedimos.',
    ].join('\n'),
  },
  {
    name: 'Pasos si el juego se cierra',
    body: [
      'Sentimos que el juego se cierre. Por favor, prueba estos pasos en este orden:',
      '1. Cierra el juego por completo y vuelve a abrirlo.',
      '2. Reinicia tu dispositivo.',
      '3. Instala las últimas versiones del juego y de tu sistema.',
      '4. Comprueba que queda espacio libre.',
      '',
      'Si se sigue cerrando, dinos en qué momento ocurre.',
    ].join('\n'),
  },
  {
    name: 'Denuncia recibida',
    body: 'Gracias por tu denuncia. Nos la tomamos en serio y la revisaremos. No podemos contarte qué decidimos sobre otros jugadores, pero cada denuncia ayuda a que {{project.name}} sea justo.',
  },
  {
    name: 'Esperamos tu respuesta',
    body: 'Te preguntamos algo sobre «{{ticket.subject}}» y todavía no tenemos tu respuesta. Si aún necesitas ayuda, responde aquí. Si ya está resuelto, no tienes que hacer nada.',
  },
  {
    name: 'Gracias',
    body: [
      'Nos alegra haber podido ayudarte. ¡Gracias por jugar a {{project.name}}! Si necesitas algo más, escríbenos cuando quieras.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
