import type { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ErrorPageData, PageErrorBody } from '@tributary/contract/page/page-data.ts';

/** AppError → the error body of the page endpoint. */
export function pageErrorBody(error: AppError): PageErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      params: error.params,
      ...(error.fields && { fields: error.fields }),
    },
  };
}

/** What the error page shows. Never says more than the sentence of the failure. */
export function errorPageData(error: AppError, requestId: string): ErrorPageData {
  return { code: error.code, message: error.message, requestId };
}
