const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads a page of ListObjectsV2. `next` names the next page. Throws Error for anything else.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function parsePage(xml: string) {
  if (!xml.includes('<ListBucketResult')) throw new Error('the S3 service sent no list');
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textIn(entry, 'Key') ?? '',
    size: Number(textIn(entry, 'Size')),
    modifiedAt: Date.parse(textIn(entry, 'LastModified') ?? ''),
  }));
  if (textIn(xml, 'IsTruncated') !== 'true') return { files, next: undefined };
  const next = textIn(xml, 'NextContinuationToken');
  if (next === undefined) throw new Error('the S3 service sent a list without its continuation');
  return { files, next };
}

function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITIES[name] ?? whole;
  });
}
