"""Delivery of a message by channel kind: web push, webhook, mail.

Imported lazily: its libraries take 13 MB, and most servers never send anything.
"""

import asyncio
import json
import time
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import aiosmtplib
import httpcore
from py_vapid import Vapid02

from pithead.engine.messages import common
from pithead.table.errors import BadEndpoint

from .channels import Channel
from .egress import Answer, Egress
from .messages import Message
from .refusals import Gone, Later

PUSH_FOR = 4 * 7 * 86_400
"""Seconds for which a push service keeps a message for a phone that is off."""
MAIL_PATIENCE = 20.0


class Mail:
    """The host's mail server."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._tls = parts.scheme == "smtps"
        self._port = parts.port or (465 if self._tls else 587)
        self._user, self._password = parts.username, parts.password
        self.sender = sender

    async def send(self, to: str, message: Message, language: str) -> None:
        """Hand one message over."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, to, message.title
        mail["Message-ID"] = f"<{message.key.replace(':', '.')}@pithead>"
        mail["List-Unsubscribe"] = f"<{message.stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail["Auto-Submitted"] = "auto-generated"
        ending = common(language).text("notice.mail.end", {"link": message.stop})
        mail.set_content(f"{message.text}\n\n{message.link}\n\n-- \n{ending}\n")
        async with self._client() as server:
            await server.send_message(mail)

    async def greet(self) -> None:
        """Connect and authenticate without sending, as a check."""
        async with self._client():
            pass

    def _client(self) -> aiosmtplib.SMTP:
        return aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            use_tls=self._tls,
            start_tls=False if self._tls else None,
            timeout=MAIL_PATIENCE,
        )


class Couriers:
    """The delivery back-ends of all kinds of channels."""

    def __init__(self, egress: Egress, vapid: Vapid02, contact: str, mail: Mail | None) -> None:
        self.egress = egress
        self._vapid = vapid
        self._contact = contact
        self.mail = mail

    async def send(self, channel: Channel, message: Message) -> None:
        """Send over a channel; raises Gone, or Later."""
        try:
            if channel.kind == "push":
                _check(await self._push(channel.to, message))
            elif channel.kind == "webhook":
                _check(await self._hook(channel, message))
            else:
                await self._letter(channel, message)
        except BadEndpoint:
            raise Gone from None
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, OSError) as problem:
            raise Later(type(problem).__name__) from None

    async def _push(self, to: dict[str, Any], message: Message) -> Answer:
        """Encrypted for the browser (RFC 8291) and signed by this server (RFC 8292)."""
        payload = {
            "title": message.title,
            "text": message.text,
            "path": urlsplit(message.link).path,
            "tag": message.tag,
        }
        parts = urlsplit(to["endpoint"])
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + 12 * 3600,
            "sub": self._contact,
        }
        signed = self._vapid.sign(claims)
        body = await asyncio.to_thread(_encrypted, to, json.dumps(payload).encode())
        headers = {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_FOR),
            "Urgency": "normal",
            # A message that a phone has not fetched yet is replaced by a newer one about the same table.
            "Topic": "".join(letter for letter in message.tag if letter.isalnum())[:32],
        }
        return await self.egress.post(to["endpoint"], headers, body)

    async def _hook(self, channel: Channel, message: Message) -> Answer:
        headers = {"Content-Type": "application/json", "Idempotency-Key": message.key, "User-Agent": "pithead"}
        body: dict[str, Any]
        if channel.format == "discord":
            body = {
                "content": f"**{message.title}**\n{message.text}\n{message.link}",
                "allowed_mentions": {"parse": []},
            }
        elif channel.format == "slack":
            body = {"text": f"*{message.title}*\n{message.text}\n{message.link}"}
        elif channel.format == "ntfy":
            topic = urlsplit(channel.to["url"])
            body = {
                "topic": topic.path.strip("/"),
                "title": message.title,
                "message": message.text,
                "click": message.link,
            }
            return await self.egress.post(
                f"{topic.scheme}://{topic.netloc}/", headers, json.dumps(body, ensure_ascii=False).encode()
            )
        else:
            body = {
                "title": message.title,
                "text": message.text,
                "link": message.link,
                "stop": message.stop,
                "key": message.key,
            }
        return await self.egress.post(channel.to["url"], headers, json.dumps(body, ensure_ascii=False).encode())

    async def _letter(self, channel: Channel, message: Message) -> None:
        if self.mail is None:
            raise Later("no mail server")
        try:
            await self.mail.send(channel.to["address"], message, channel.language)
        except aiosmtplib.SMTPRecipientsRefused as problem:
            if all(refused.code >= 500 for refused in problem.recipients):
                raise Gone from None
            raise Later("refused for now") from None
        except (aiosmtplib.SMTPException, TimeoutError) as problem:
            raise Later(type(problem).__name__) from None


def _check(answer: Answer) -> None:
    if answer.ok:
        return
    if answer.later:
        after = float(answer.retry_after) if answer.retry_after.isdecimal() else None
        raise Later(str(answer.status), min(after, 86_400) if after else None)
    # 401 and 403: the subscription is bound to another server key, so that a retry is useless.
    raise Gone


def _encrypted(subscription: dict[str, Any], payload: bytes) -> bytes:
    """The payload for one browser."""
    # It brings along two HTTP clients that are not used here, in 12 MB of memory: most servers never push.
    from pywebpush import WebPusher

    body: bytes = WebPusher(subscription).encode(payload)["body"]
    return body
