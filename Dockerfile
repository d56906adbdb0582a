# likewise serve as an ordinary user. It writes only to /data and /tmp, so that the file system can be read-only:
#   docker run --read-only --tmpfs /tmp -v seen:/data -e LIKEWISE_TOKEN -p 8080:8080 likewise
FROM node:20-slim AS build
WORKDIR /build
COPY . .
# The packages for Redis and for agents are optional for users of the package, and part of the image.
RUN npm ci && npm run build && node tools/require-peers.js && npm prune --omit=dev

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "/data/index", "--host", "0.0.0.0"]
