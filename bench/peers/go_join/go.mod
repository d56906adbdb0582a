module likewise/bench/peers/go_join

go 1.22

require github.com/ekzhu/go-set-similarity-search v0.0.0

replace github.com/ekzhu/go-set-similarity-search => ../../../.cache/peers/go-set-similarity-search
