const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Takes characters one by one while they fit into `max` code points, as people see them. */
export function cutCharacters(text: string, max: number): string {
  let cut = '';
  for (const { segment } of segmenter.segment(text)) {
    if (Array.from(cut + segment).length > max) break;
    cut += segment;
  }
  return cut || Array.from(text).slice(0, max).join('');
}
