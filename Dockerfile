# Two images, each of one static binary and nothing else. `make docker-build` and
# `make docker-build-xds` build the binaries first, into dist/image/<os>/<arch>.

# The xDS server.
FROM scratch AS xds
# Set by the builder for the platform that is built for.
ARG TARGETOS=linux
ARG TARGETARCH=amd64
COPY dist/image/${TARGETOS}/${TARGETARCH}/meshwork-xds /meshwork-xds
# An arbitrary unprivileged user. Kubernetes checks runAsNonRoot only for numeric IDs.
USER 65532:65532
ENTRYPOINT ["/meshwork-xds"]

# The manager, which is built unless --target says otherwise.
FROM scratch AS manager
ARG TARGETOS=linux
ARG TARGETARCH=amd64
COPY dist/image/${TARGETOS}/${TARGETARCH}/meshwork /meshwork
USER 65532:65532
ENTRYPOINT ["/meshwork"]
