# The table server. The browser client is built first, then everything is installed from hashed locks.
FROM python:3.12-slim AS build
WORKDIR /pithead
COPY requirements requirements
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt \
 && pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY scripts scripts
COPY web web
COPY src src
# Vite writes the client into src/pithead/table/static; Node comes with the build lock.
RUN python scripts/web.py --unchecked \
 && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /dist . \
 && /venv/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM python:3.12-slim
RUN useradd --create-home --uid 1000 pithead && mkdir /data && chown pithead /data
COPY --from=build /venv /venv
USER pithead
ENV PATH=/venv/bin:$PATH \
    PITHEAD_DATA=/data \
    PITHEAD_CACHE=/data/compiled \
    PITHEAD_HOST=0.0.0.0 \
    PITHEAD_PORT=8000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/health', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["pithead", "serve"]
