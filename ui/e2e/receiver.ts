import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local webhook receiver. */
export interface Receiver {
  /** The URL of the receiver, without a trailing slash. */
  url: string;
  /** The received messages, oldest first. */
  received: { title: string; text: string; test: boolean }[];
  /** The paths of their requests. */
  paths: string[];
  /** Sets the status code of future responses; 200 by default. */
  respondWith: (status: number) => void;
  stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const paths: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    // ntfy messages are plain text, with the title in a header.
    const isJson = request.headers['content-type']?.includes('json');
    received.push(isJson ? JSON.parse(body) : { title: '', text: body, test: false });
    paths.push(request.url ?? '');
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    paths,
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
