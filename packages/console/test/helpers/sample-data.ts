export const SAMPLE_DATA = {
  sections: [
    {
      title: 'Purchases',
      items: [
        { label: 'Spent in total', value: '€ 129.97' },
        { label: 'Last order', value: 'Gem Chest, 2 days ago', href: 'https://shop.example.com/orders/8841' },
        { label: 'Refunds', value: '0' },
      ],
    },
    {
      title: 'Castle',
      items: [
        { label: 'Level', value: '47' },
        { label: 'Chickens', value: '214' },
        { label: 'اسم القلعة', value: 'قلعة الدجاج' },
        { label: 'Last backup', value: '2026-11-20 03:12 UTC\nregion eu-west, 1.4 MB' },
        { label: 'Kontowiederherstellungsbestätigung', value: 'nie' },
      ],
    },
  ],
} as const;
