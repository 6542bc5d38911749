export const macros = [
  {
    name: 'Ayrıntı isteme',
    body: [
      'Merhaba, ben {{project.name}} ekibinden {{member.name}}. “{{ticket.subject}}” hakkında bize yazdığınız için teşekkür ederiz.',
      '',
      'Yardımcı olabilmek için biraz daha bilgiye ihtiyacımız var:',
      '- Sorun çıkmadan hemen önce ne yaptınız?',
      '- Ne olmasını bekliyordunuz, ne oldu?',
      '- Her seferinde oluyor mu?',
    ].join('\n'),
  },
  {
    name: 'Bilinen sorun',
    body: [
      'Haber verdiğiniz için teşekkür ederiz. Bu sorunu biliyoruz ve üzerinde çalışıyoruz. Bir güncelleme ile düzeltilecek. Başka bir şey yapmanıza gerek yok.',
      '',
      'Yaşadığınız sıkıntı için özür dileriz.',
    ].join('\n'),
  },
  {
    name: 'Mağazadan iade',
    body: [
      'Bize yazdığınız için teşekkür ederiz. Satın alımlar cihazınızın veya platformunuzun mağazası üzerinden yapılır, bu nedenle para iadeleriyle de mağaza ilgilenir. Mağazada sipariş geçmişinizi açın, satın alımı seçin ve iade isteyin.',
      '',
      'Mağaza reddederse ya da ödeme yapıp hiçbir şey almadıysanız sipariş numarasıyla buradan yanıt verin.',
    ].join('\n'),
  },
  {
    name: 'Kayıp hesap',
    body: [
      'Hesabınızı geri almanıza yardımcı olmak istiyoruz. Lütfen şunları yazın:',
      '- oyuncu adınız veya oyuncu kimliğiniz',
      '- hangi cihazda oynadığınız',
      '- yaklaşık olarak ne zaman başladığınız ve en son ne zaman oynadığınız',
      '- satın alım yaptıysanız sipariş numarası',
      '',
      'Lütfen bize şifrenizi göndermeyin. Şifrenizi asla sormayız.',
    ].join('\n'),
  },
  {
    name: 'Oyun kapanıyorsa',
    body: [
      'Oyunun kapanmasına üzüldük. Lütfen şu adımları sırayla deneyin:',
      '1. Oyunu tamamen kapatıp yeniden açın.',
      '2. Cihazınızı yeniden başlatın.',
      '3. Oyunun ve sisteminizin en yeni sürümlerini yükleyin.',
      '4. Boş depolama alanı olduğundan emin olun.',
      '',
      'Hâlâ kapanıyorsa hangi anda kapandığını bize yazın.',
    ].join('\n'),
  },
  {
    name: 'Şikâyet alındı',
    body: 'Şikâyetiniz için teşekkür ederiz. Ciddiye alıyoruz ve inceleyeceğiz. Diğer oyuncular hakkında ne karar verdiğimizi paylaşamayız, ancak her şikâyet {{project.name}} oyununun adil kalmasına yardımcı olur.',
  },
  {
    name: 'Yanıtınızı bekliyoruz',
    body: '“{{ticket.subject}}” hakkında size bir soru sorduk ve henüz yanıt almadık. Hâlâ yardıma ihtiyacınız varsa buradan yanıt vermeniz yeterli. Sorun çözüldüyse bir şey yapmanıza gerek yok.',
  },
  {
    name: 'Teşekkür',
    body: [
      'Yardımcı olabildiğimize sevindik. {{project.name}} oynadığınız için teşekkür ederiz! Başka bir şey olursa bize her zaman yazabilirsiniz.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
