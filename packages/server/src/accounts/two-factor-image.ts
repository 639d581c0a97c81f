/** The address for the app as an image: an SVG in a data address, which a page shows without trusting it as markup. */
export async function twoFactorImage(uri: string): Promise<string> {
  // Only who sets up a second factor pays for the drawing.
  const { toString: drawQrCode } = await import('qrcode');
  const svg = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
