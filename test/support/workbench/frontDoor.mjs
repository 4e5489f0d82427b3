// @ts-check
/**
 * A loopback web server in front of VS Code's own server. It passes everything on, WebSockets too, and answers the one
 * route that VS Code leaves to whoever serves it: `POST /mint-key`, the server's half of the key that encrypts secrets
 * in the browser. Without an answer, stored secrets are silently gone after a reload.
 */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** The routes differ between releases of VS Code in what stands before this name. */
const MINT_KEY = /\/mint-key$/;

/**
 * @param {{ socket: string, key: Buffer, port?: number }} options - VS Code's Unix socket, the key half (32 bytes) and
 *   the port to listen on; 0 takes a free one.
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function openFrontDoor({ socket, key, port = 0 }) {
  const server = createServer((incoming, outgoing) => {
    if (isForeign(incoming)) return void outgoing.writeHead(403).end();
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    if (incoming.method === 'POST' && MINT_KEY.test(path)) return void outgoing.writeHead(200).end(key);
    passOn(socket, incoming, outgoing);
  });
  server.on('upgrade', (incoming, client, head) => {
    if (isForeign(incoming)) return void client.destroy();
    passOnUpgrade(socket, incoming, client, head);
  });
  const connections = new Set();
  server.on('connection', (one) => connections.add(one.once('close', () => connections.delete(one))));
  await new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', () => done(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    for (const one of connections) one.destroy(); // WebSockets would keep the server open for ever
  };
  return { port: address.port, close };
}

/** A page of another site can make the browser call a name that resolves to this machine; its Host header gives it away. */
function isForeign(/** @type {import('node:http').IncomingMessage} */ { headers }) {
  return !/^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '');
}

/**
 * @param {string} socketPath
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
function passOn(socketPath, incoming, outgoing) {
  const { method, url, headers } = incoming;
  const upstream = request({ socketPath, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  upstream.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/**
 * @param {string} socketPath
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:stream').Duplex} client
 * @param {Buffer} head - what the client sent right after its headers.
 */
function passOnUpgrade(socketPath, incoming, client, head) {
  const upstream = connect(socketPath);
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
  upstream.write(head);
  upstream.pipe(client).pipe(upstream);
  for (const end of [upstream, client]) end.once('error', () => undefined).once('close', () => (upstream.destroy(), client.destroy()));
}
