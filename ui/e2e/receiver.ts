import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook's receiver on this machine. */
export interface Receiver {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** The messages that it was sent, oldest first. */
  heard: { title: string; text: string; test: boolean }[];
  /** What it answers from now on; 200 until then. */
  answer: (status: number) => void;
  stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const heard: Receiver['heard'] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    heard.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (next) => {
      status = next;
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
