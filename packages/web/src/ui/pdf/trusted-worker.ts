import '../trusted-types.ts';

const ASSETS = '/-/assets/';

/** Named in the content security policy of every document: what runs beside the page comes from our own build alone. */
const ownWorkers = window.trustedTypes?.createPolicy('tributary-worker', {
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, window.location.href);
    return origin === window.location.origin && pathname.startsWith(ASSETS) ? url : null;
  },
});

/** A program of our build beside the page. Its answer's policy lets it ask for nothing, so it can tell nobody anything. */
export function startWorker(url: string): Worker {
  return new Worker(ownWorkers ? ownWorkers.createScriptURL(url) : url, { type: 'module' });
}
