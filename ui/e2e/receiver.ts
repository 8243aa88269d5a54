import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local webhook receiver. */
export interface Receiver {
  /** The URL of the receiver, without a trailing slash. */
  url: string;
  /** The received messages, oldest first. */
  received: { title: string; text: string; test: boolean }[];
  /** Sets the status code of future responses; 200 by default. */
  respondWith: (status: number) => void;
  stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith: (newStatus) => {
      status = newStatus;
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
