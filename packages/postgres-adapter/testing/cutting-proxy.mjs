import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A TCP proxy before a server that loses connections at the worst moment.
 *
 * @param {string} url of the server, as a postgres:// URL
 */
export async function startCuttingProxy(url) {
  const target = new URL(url);
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  let armed = '';
  let closed = false;
  let refuseNext = false;
  let cuts = 0;
  const proxy = createServer((client) => {
    if (closed) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    let cutting = false;
    client.on('data', (chunk) => {
      if (armed !== '' && chunk.includes(armed)) {
        armed = '';
        cutting = true;
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!cutting) return void client.write(chunk);
      // The server has done its work and says so; nobody hears it.
      cuts += 1;
      closed ||= refuseNext;
      client.destroy();
      server.destroy();
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  const through = new URL(url);
  through.port = String(address.port);
  return {
    url: through.href,
    /**
     * Lose the answer to the next message that holds this text, and refuse every connection after it when told to.
     *
     * @param {string} text
     * @param {{ thenRefuse?: boolean }} [options]
     */
    cutAfter(text, { thenRefuse = false } = {}) {
      armed = text;
      refuseNext = thenRefuse;
    },
    /** Cut everything, and refuse or take new connections. @param {boolean} refused */
    refuse(refused) {
      closed = refused;
      refuseNext = false;
      if (refused) for (const socket of sockets) socket.destroy();
    },
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
