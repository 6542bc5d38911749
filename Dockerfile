# An image with the program, its documentation and its production dependencies.
#
#   docker build -t player-support .
#   docker run --init -p 8080:8080 -v player-support:/data player-support

# The digest fixes every byte of the image. docs/releasing.md says how to change it.
FROM node:26.10.0-slim@sha256:930557a230abacbc3f4fd9b8648abf8f4bee1e17cb72195dcdfb2f709bc85b33 AS base

FROM base AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
RUN npm ci --omit=dev --ignore-scripts

FROM base AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/contract packages/contract/
COPY packages/client packages/client/
COPY packages/console packages/console/
COPY packages/widget packages/widget/
COPY packages/server/package.json packages/server/
RUN npm ci --ignore-scripts
COPY scripts/build.ts scripts/web-builds.mjs scripts/
RUN node scripts/build.ts

FROM base
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules/
COPY package.json LICENSE llms.txt README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md ./
COPY docs docs/
COPY clients clients/
COPY packages/client/README.md packages/client/
COPY packages/widget/README.md packages/widget/
COPY packages/contract packages/contract/
COPY packages/server packages/server/
COPY --from=web /app/packages/console/dist packages/console/dist/
COPY --from=web /app/packages/widget/dist packages/widget/dist/
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data

ENV HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/data/player-support.db
EXPOSE 8080
STOPSIGNAL SIGTERM
# Asks whether the process responds. /readyz, whether it can use its database, is for the proxy: a
# restart would not repair that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "packages/server/src/main.ts"]
