/** Whether every test runs (`npm run test:full`); the ordinary run has one journey for each thing that users do. */
export const IS_FULL = process.env['TRIBUTARY_FULL'] === '1';
