import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A local MQTT 3.1.1 broker that accepts every client and message. */
export interface Broker {
  port: number;
  /** Published messages, oldest first. */
  messages: { topic: string; payload: string }[];
  stop: () => Promise<void>;
}

const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const PING = 12;

export async function startBroker(): Promise<Broker> {
  const messages: Broker['messages'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let buffered = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk as Buffer]);
      for (let packet = firstPacket(buffered); packet; packet = firstPacket(buffered)) {
        buffered = buffered.subarray(packet.end);
        const response = responseTo(packet.type, packet.body, messages);
        if (response) socket.write(response);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    messages,
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

/** Parses the first packet in `bytes`; returns `undefined` if it is incomplete. */
function firstPacket(bytes: Buffer): Packet | undefined {
  let length = 0;
  for (let index = 1; index < Math.min(bytes.length, 5); index++) {
    const digit = bytes[index] as number;
    length += (digit & 127) * 128 ** (index - 1);
    if (digit & 128) continue;
    const end = index + 1 + length;
    return end <= bytes.length
      ? { type: bytes[0] as number, body: bytes.subarray(index + 1, end), end }
      : undefined;
  }
  return undefined;
}

function responseTo(type: number, body: Buffer, messages: Broker['messages']): Buffer | undefined {
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
      messages.push({
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
