"""Reads from a server with the client of the official Python SDK of the Model Context Protocol.

    mcp_client.py URL MODE [TOKEN]

MODE is `auto` (the current revision of the protocol) or `legacy` (revisions with a handshake). It prints what the client received as one
line of JSON, waits for a line of input, during which the server may restart, and prints the result of one more call.
"""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

CALLS = {
    "quote": {"symbols": ["AAPL", "BTC"]},
    "history": {"symbol": "BTC", "timeframe": "1Y"},
    "search": {"query": "apple"},
    "list": {},
    "holdings": {},
    "alerts": {},
    "news": {"limit": 3},
    "calendar": {"days": 30},
}


async def call(client, name, arguments):
    """Calls a tool, again while a history is still loading, as the sentence of the answer asks."""
    while True:
        result = await client.call_tool(name, arguments)
        if not (result.is_error and "still loading" in result.content[0].text):
            return answer(result)
        await asyncio.sleep(0.2)


def answer(result):
    """The client has compared the structured content with the schema of the tool; it raises an error if they differ."""
    return {
        "isError": result.is_error,
        "content": result.structured_content,
        "text": result.content[0].text,
    }


async def main(url, mode, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    # The library does not retry on a connection that the server has closed, so each call opens its own.
    limits = httpx2.Limits(max_keepalive_connections=0)
    async with httpx2.AsyncClient(headers=headers, timeout=60, limits=limits) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode) as client:
            tools = await client.list_tools()
            seen = {
                "protocol": client.protocol_version,
                "server": client.server_info.name,
                "instructions": client.instructions,
                "tools": {tool.name: tool.annotations.read_only_hint for tool in tools.tools},
                "answers": {},
            }
            for name, arguments in CALLS.items():
                seen["answers"][name] = await call(client, name, arguments)
            seen["invalid"] = await call(client, "quote", {"symbols": []})
            try:
                await client.call_tool("sell", {})
            except MCPError as error:
                seen["unknown"] = error.error.code
            print(json.dumps(seen), flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            print(json.dumps(await call(client, "quote", {"symbols": ["AAPL"]})), flush=True)


asyncio.run(main(*sys.argv[1:]))
