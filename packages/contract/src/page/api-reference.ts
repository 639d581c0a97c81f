/** Page `api_reference`: every address of the REST endpoint, to read. */
export type ApiReferencePageData = {
  version: string;
  baseUrl: string;
  operations: {
    method: string;
    path: string;
    summary: string;
    description: string;
    tag: string;
    parameters: { name: string; place: string; isRequired: boolean; type: string }[];
  }[];
};
