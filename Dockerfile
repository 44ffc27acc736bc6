# The image of the manager: its static binary and nothing else. `make docker-build`
# builds the binary first, into dist/image/<os>/<arch>.
FROM scratch
# Set by the builder for the platform that is built for.
ARG TARGETOS=linux
ARG TARGETARCH=amd64
COPY dist/image/${TARGETOS}/${TARGETARCH}/meshwork /meshwork
# An arbitrary unprivileged user. Kubernetes checks runAsNonRoot only for numeric IDs.
USER 65532:65532
ENTRYPOINT ["/meshwork"]
