/** Whether every case runs (`npm run test:full`). */
export const IS_FULL = process.env['TRIBUTARY_FULL'] === '1';
