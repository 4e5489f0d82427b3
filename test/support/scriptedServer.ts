import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One thing that the server does while it answers. */
export type Step =
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'wait'; readonly ms: number }
  /** Says nothing more until the client goes away. */
  | { readonly do: 'hang' }
  /** Breaks the connection in the middle of the answer. */
  | { readonly do: 'cut' };

/** The answer to one request. Headers are sent with the first step, so that a script that begins with `hang` sends none. */
export interface ScriptedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON; undefined if there was none. */
  readonly body: unknown;
  /** Settles when the connection of this request is closed, with whether the answer was complete by then. */
  readonly closed: Promise<{ readonly complete: boolean }>;
}

/** An HTTP server on loopback. Answers the requests with the scripts, in order. */
export interface ScriptedServer {
  readonly baseUrl: string;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export const send = (text: string): Step => ({ do: 'send', text });
export const wait = (ms: number): Step => ({ do: 'wait', ms });
export const HANG: Step = { do: 'hang' };
export const CUT: Step = { do: 'cut' };

/** One server-sent event with a JSON payload. */
export const event = (payload: unknown): Step => send(`data: ${JSON.stringify(payload)}\n\n`);
export const DONE: Step = send('data: [DONE]\n\n');

/** A chunk of a chat stream that carries this delta. */
export const delta = (fields: object, finishReason: string | null = null): Step =>
  event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: fields, finish_reason: finishReason }] });

/** A chat stream as OpenAI itself sends it: role, one chunk for each text, finish reason, end mark. */
export function chatStream(...texts: readonly string[]): ScriptedAnswer {
  const chunks = texts.map((content) => delta({ content }));
  return { steps: [delta({ role: 'assistant', content: '' }), ...chunks, delta({}, 'stop'), DONE] };
}

/** A whole answer of JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, steps: [send(JSON.stringify(body))] };
}

/** Decides the answer to a request. @param n - requests before it. */
export type Answerer = (request: ReceivedRequest, n: number) => ScriptedAnswer | undefined;

/** Starts a server that plays `answers`; a request too many is answered with status 418, which no client retries. */
export async function startScriptedServer(answers: readonly ScriptedAnswer[] | Answerer): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const answer: Answerer = typeof answers === 'function' ? answers : (_request, n) => answers[n];
  let arrived = 0;
  const server = createServer((request, response) => {
    const n = arrived++;
    void receive(request, response).then((received) => {
      requests.push(received);
      return play(answerTo(received, n, answer), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { baseUrl: `http://${host}/v1`, host, requests, close };
}

/** A script that throws is heard of, where the test looks: in the answer. */
function answerTo(request: ReceivedRequest, n: number, answer: Answerer): ScriptedAnswer {
  try {
    return answer(request, n) ?? json(418, { error: { message: 'The script has no answer for this request.' } });
  } catch (error) {
    return json(418, { error: { message: `The script failed: ${String(error)}` } });
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<ReceivedRequest> {
  const closed = new Promise<{ complete: boolean }>((resolve) => {
    response.on('close', () => {
      resolve({ complete: response.writableFinished });
    });
  });
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += String(part);
  }
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown), closed };
}

async function play({ status = 200, headers, steps }: ScriptedAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  for (const step of steps) {
    switch (step.do) {
      case 'send':
        response.write(step.text);
        break;
      case 'wait':
        await sleep(step.ms);
        break;
      case 'hang':
        return;
      case 'cut':
        // What was written must have left before the connection goes.
        await sleep(20);
        response.destroy();
        return;
    }
  }
  response.end();
}
