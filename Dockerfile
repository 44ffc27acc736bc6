# The image of the manager: one static binary, which runs as an unprivileged user.
FROM golang:1.26 AS builder
WORKDIR /workspace

# The modules change less often than the code: a layer of their own is built once.
COPY go.mod go.sum ./
RUN go mod download

COPY api/ api/
COPY cmd/ cmd/
COPY controllers/ controllers/
COPY pkg/ pkg/
# Set by BuildKit for the platform that is built for.
ARG TARGETOS
ARG TARGETARCH
ARG VERSION=dev
RUN CGO_ENABLED=0 GOOS=${TARGETOS:-linux} GOARCH=${TARGETARCH} \
    go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o meshwork ./cmd/meshwork

FROM gcr.io/distroless/static:nonroot
COPY --from=builder /workspace/meshwork /meshwork
# The user "nonroot", as a number: Kubernetes checks runAsNonRoot by that.
USER 65532:65532
ENTRYPOINT ["/meshwork"]
