/**
 * The version of the API that is spoken here, for clients that choose what to call by it. Editor extensions ask for at least
 * 16.1, and for 16.9 before they show protected branches; from 17 on they ask for what is not here.
 */
export const API_VERSION = '16.11.0';
