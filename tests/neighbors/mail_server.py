"""A mail server for the tests: aiosmtpd, which rejects some addresses.

    mail_server.py [CERTIFICATE KEY]

With a certificate it accepts mail only after STARTTLS. It prints its port, and then one line of JSON per accepted mail.
"""

import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP


class Handler:
    def __init__(self):
        self.greylisted = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "refused":
            return "550 5.1.1 No such mailbox"
        if local == "later" and address not in self.greylisted:
            self.greylisted.add(address)
            return "451 4.7.1 Greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = envelope.content.decode("utf-8", "replace")
        print(json.dumps({"to": envelope.rcpt_tos, "mail": mail, "encrypted": session.ssl is not None}), flush=True)
        return "250 2.0.0 Message accepted"


async def main():
    tls = None
    if len(sys.argv) > 2:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(sys.argv[1], sys.argv[2])
    handler = Handler()
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(handler, tls_context=tls, require_starttls=tls is not None), "127.0.0.1", 0
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
