import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A local MQTT 3.1.1 broker that accepts everything. */
export interface Broker {
  port: number;
  /** Published messages, oldest first. */
  heard: { topic: string; payload: string }[];
  stop: () => Promise<void>;
}

const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const PING = 12;

export async function startBroker(): Promise<Broker> {
  const heard: Broker['heard'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (more) => {
      waiting = Buffer.concat([waiting, more as Buffer]);
      for (let packet = first(waiting); packet; packet = first(waiting)) {
        waiting = waiting.subarray(packet.end);
        const response = responseTo(packet.type, packet.body, heard);
        if (response) socket.write(response);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

interface Packet {
  /** The first byte of the packet: type and flags. */
  type: number;
  body: Buffer;
  end: number;
}

/** Reads the first packet; `undefined` while it is incomplete. */
function first(bytes: Buffer): Packet | undefined {
  let length = 0;
  for (let at = 1; at < Math.min(bytes.length, 5); at++) {
    const digit = bytes[at] as number;
    length += (digit & 127) * 128 ** (at - 1);
    if (digit & 128) continue;
    const end = at + 1 + length;
    return end <= bytes.length
      ? { type: bytes[0] as number, body: bytes.subarray(at + 1, end), end }
      : undefined;
  }
  return undefined;
}

function responseTo(type: number, body: Buffer, heard: Broker['heard']): Buffer | undefined {
  switch (type >> 4) {
    case CONNECT:
      return Buffer.from([0x20, 2, 0, 0]);
    case SUBSCRIBE:
      return Buffer.from([0x90, 3, body[0] as number, body[1] as number, 0]);
    case PING:
      return Buffer.from([0xd0, 0]);
    case PUBLISH: {
      const end = 2 + body.readUInt16BE(0);
      const isAcknowledged = ((type >> 1) & 3) > 0;
      heard.push({
        topic: body.toString('utf8', 2, end),
        payload: body.toString('utf8', isAcknowledged ? end + 2 : end),
      });
      return isAcknowledged
        ? Buffer.from([0x40, 2, body[end] as number, body[end + 1] as number])
        : undefined;
    }
    default:
      return undefined;
  }
}
