"""Makes files of all types, encodings and codecs (make), and checks what dedup and restore have made of them (check)."""

import datetime as dt
import decimal
import random
import sys

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 300


def table():
    random.seed(2)
    words = [f"w{i}" for i in range(300)]
    texts = [" ".join(random.choices(words, k=20)) for _ in range(ROWS)]
    for i in range(3, ROWS, 5):
        texts[i] = texts[i - 2]

    def some(i, value):
        return None if i % 7 == 3 else value

    def column(make, kind):
        return pa.array([make(i) for i in range(ROWS)], kind)

    day = dt.datetime(2024, 1, 1)
    deep = pa.struct([("url", pa.string()), ("deep", pa.struct([("t", pa.list_(pa.list_(pa.int64())))]))])
    return pa.table(
        {
            "id": column(lambda i: i, pa.int64()),
            "text": pa.array(texts),
            "price": column(lambda i: some(i, decimal.Decimal(i) / 100), pa.decimal128(10, 2)),
            "wide": column(lambda i: decimal.Decimal(i) * 10**20, pa.decimal256(50, 3)),
            "us": column(lambda i: some(i, day + dt.timedelta(seconds=i)), pa.timestamp("us", "UTC")),
            "ns": column(lambda i: day + dt.timedelta(seconds=i), pa.timestamp("ns", "Europe/Berlin")),
            "date": column(lambda i: dt.date(2024, 1, 1), pa.date32()),
            "tags": column(lambda i: some(i, ["a" if j % 3 else None for j in range(i % 4)]), pa.list_(pa.string())),
            "meta": column(lambda i: some(i, {"url": f"u{i}", "deep": {"t": [[i], [], None, [i, 1]]}}), deep),
            "map": column(lambda i: some(i, [(f"k{j}", "v") for j in range(i % 3)]), pa.map_(pa.string(), pa.string())),
            "raw": column(lambda i: bytes([i % 256, 0, 255]), pa.binary()),
            "fixed": column(lambda i: bytes([i % 256, 1, 2, 3]), pa.binary(4)),
            "unsigned": column(lambda i: 2**64 - 1 - i, pa.uint64()),
            "small": column(lambda i: i % 100 - 50, pa.int8()),
            "float": column(lambda i: i / 3, pa.float32()),
            "double": column(lambda i: some(i, i / 7), pa.float64()),
            "yes": column(lambda i: some(i, i % 3 == 0), pa.bool_()),
            "source": column(lambda i: f"s{i % 3}", pa.string()).dictionary_encode(),
            "large": column(lambda i: some(i, "L" * i), pa.large_string()),
            "nothing": column(lambda i: None, pa.string()),
            "lasted": column(lambda i: dt.timedelta(seconds=i), pa.duration("us")),
        }
    ).replace_schema_metadata({"who": "me"})


def make():
    rows = table()
    for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        pq.write_table(rows, f"{codec}.parquet", compression=codec, row_group_size=130)
        print(f"{codec}.parquet")
    pq.write_table(
        rows,
        "encodings.parquet",
        row_group_size=180,
        data_page_version="2.0",
        use_dictionary=False,
        data_page_size=500,
        write_batch_size=20,
        write_page_checksum=True,
        column_encoding={
            "id": "DELTA_BINARY_PACKED",
            "small": "DELTA_BINARY_PACKED",
            "us": "DELTA_BINARY_PACKED",
            "text": "DELTA_BYTE_ARRAY",
            "tags.list.element": "DELTA_BYTE_ARRAY",
            "fixed": "DELTA_BYTE_ARRAY",
            "large": "DELTA_LENGTH_BYTE_ARRAY",
            "double": "BYTE_STREAM_SPLIT",
            "float": "BYTE_STREAM_SPLIT",
            "yes": "RLE",
        },
    )
    print("encodings.parquet")


def check(name):
    stem = name.removesuffix(".parquet")
    whole, kept, removed = (pq.ParquetFile(f"{stem}{part}.parquet") for part in ["", ".kept", ".removed"])
    rows, again = whole.read(), pq.read_table(f"again/{name}")
    for other in [kept.read(), again]:
        assert other.schema.equals(rows.schema, check_metadata=True), name
    assert kept.schema.equals(whole.schema), name
    codecs = [
        [file.metadata.row_group(0).column(i).compression for i in range(file.metadata.num_columns)]
        for file in [whole, kept]
    ]
    assert codecs[0] == codecs[1], codecs
    positions = removed.read()["position"].to_pylist()
    assert len(positions) == ROWS // 5, len(positions)
    assert kept.read().equals(rows.take([i for i in range(ROWS) if i not in set(positions)])), name
    assert again.equals(rows), name
    documents = removed.read()["document"].combine_chunks()
    for column in rows.column_names:
        # Parquet itself has no durations: they are numbers where nothing of Arrow is said.
        if column != "lasted":
            assert documents.field(column).to_pylist() == rows[column].take(positions).to_pylist(), column
    print(name, "ok")


if sys.argv[1] == "make":
    make()
else:
    for name in sys.argv[2:]:
        check(name)
