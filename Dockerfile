# syntax=docker/dockerfile:1
# With Podman, use podman build --format docker; otherwise the health check is dropped.
# The interface is the same on every platform, so a multi-platform build (docker buildx) builds it only once.
FROM --platform=$BUILDPLATFORM node:20-alpine AS ui
WORKDIR /src/ui
COPY ui/package.json ui/package-lock.json ui/.npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY ui ./
RUN npm run build

FROM rust:1-alpine AS server
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY Cargo.toml Cargo.lock build.rs ARCHITECTURE.md ./
COPY .cargo .cargo
COPY assets assets
COPY benches benches
COPY src src
COPY --from=ui /src/ui/dist /ui-dist
ENV MARKETDECK_UI_DIST=/ui-dist
# FEATURES=cluster builds the larger binary with cluster support over NATS (docs/scale.md).
ARG FEATURES=""
RUN cargo build --profile dist --no-default-features --features "$FEATURES" && cp target/*/dist/marketdeck /marketdeck && mkdir -p /empty-data

FROM scratch
COPY --from=server /marketdeck /marketdeck
COPY --from=server --chown=10001:10001 /empty-data /data
LABEL org.opencontainers.image.title="Marketdeck" \
      org.opencontainers.image.description="Market information for retail investors, as one binary you run at home" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
USER 10001:10001
ENV MARKETDECK_LISTEN=0.0.0.0:8080 MARKETDECK_DATA_DIR=/data
EXPOSE 8080
VOLUME /data
# The first start of the live market waits up to ten seconds for prices.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/marketdeck", "healthcheck"]
ENTRYPOINT ["/marketdeck"]
CMD ["serve"]
