import { toString as drawQrCode } from 'qrcode';

/** The address for the app as a picture: an SVG in a data address, which a page shows without trusting it as markup. */
export async function twoFactorImage(uri: string): Promise<string> {
  const svg = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
