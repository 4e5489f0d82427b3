import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentIndex, SyncLimits } from '../app/documentIndex';
import { toAssistantError } from '../model/errors';
import type { Passage } from '../model/passage';
import { composeIndex } from './compose';
import type { EngineMethod, EngineOptions, EngineRequest, EngineResponse } from './wire';
import { toWireError } from './wire';

/** Serves one index from a worker thread: heavy work must never hold up the extension host. */
function serve(index: DocumentIndex, post: (response: EngineResponse) => void): (request: EngineRequest) => void {
  const running = new Map<number, AbortController>();

  const call = async (id: number, method: EngineMethod, argument: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const value = await handlers[method](argument, controller.signal, id);
      post({ type: 'result', id, value });
    } catch (error) {
      // Every failure goes back to the caller, who knows what it was for.
      post({ type: 'error', id, error: toWireError(toAssistantError(error)) });
    } finally {
      running.delete(id);
    }
  };

  // The other end is our own RemoteIndex: the arguments are what it was given, by type.
  const handlers: Record<EngineMethod, (argument: unknown, signal: AbortSignal, id: number) => Promise<unknown>> = {
    sync: (limits, signal, id) => index.sync((progress) => { post({ type: 'progress', id, progress }); }, signal, limits as SyncLimits),
    search: (request, signal) => index.search(request as Parameters<DocumentIndex['search']>[0], signal),
    readText: (path) => index.readText(path as string),
    whereIs: (passage) => index.whereIs(passage as Passage),
    report: () => index.report(),
    headings: (limit) => index.headings(limit as number),
    clear: () => index.clear(),
    dispose: () => index.dispose(),
  };

  return (request) => {
    if (request.type === 'cancel') {
      running.get(request.id)?.abort();
    } else {
      void call(request.id, request.method, request.argument);
    }
  };
}

const port = parentPort;
if (port !== null) {
  const options = workerData as EngineOptions;
  // Requests that arrive while the parts load wait in the port: it delivers once a listener is there.
  void composeIndex(options).then((index) => {
    port.on('message', serve(index, (response) => { port.postMessage(response); }));
  });
}
