//! The known column titles, in the languages of the sources.

use super::column::Column;

/// Title of a column with Unix timestamps in milliseconds.
pub(super) const MILLISECONDS: &str = "timestampms";

/// Titles as normalized by [`normalize_title`](super::title::normalize_title), in order of
/// preference. An adjusted close is used only if the file has no other close, because charts show
/// the prices that were paid. The official close of a future is its settlement price. pandas and R
/// write an index column with an empty title.
pub(super) const NAMES: [(Column, &str); 14] = [
    (
        Column::Date,
        "date,datetime,gmttime,utctime,dateutc,timeutc,datetimeutc,localtime,opentime,timeopen,starttime,\
         windowstart,tsevent,begin,snappedat,candledatetimeutc,timestamp,timestamputc,timestampms,tradedate,exchangedate,\
         observationdate,effectivedate,start,tradingdate,traddt,dtyyyymmdd,pricedate,asofdate,navdate,day,\
         datum,datumuhrzeit,handelstag,jour,seance,dateheure,datedevaleur,data,dataora,datahora,datasesji,\
         giorno,fecha,fechahora,dia,tarih,日付,日付け,日時,年月日,日期,交易日期,날짜,일자,дата,dato,\
         paeivaemaeaerae,tanggal,ngay,วันที,วันเดือนปี,unix,unixtimestamp,unixtime,epoch,ts,t,,unnamed0,index",
    ),
    (
        Column::Time,
        "time,zeit,uhrzeit,heure,hora,ora,godzina,czas,tijd,saat,時刻,時間,时间,время",
    ),
    (
        Column::Open,
        "open,o,openprice,openingprice,pxopen,opnpric,erster,eroeffnung,eroeffn,eroeffnungskurs,\
         eroeffnungspreis,offen,ouvrir,abrir,aperto,ouverture,ouv,coursouverture,otwarcie,kursotwarcia,apertura,prezzoapertura,\
         precioapertura,abertura,precoabertura,opening,openen,openingskoers,oeppning,oeppningskurs,acilis,始値,\
         开盘,开盘价,開盤,開盤價,시가,откр,открытие,chopeningprice,otevreni,nyito,aben,apning,avaus,pembukaan,deschidere,\
         今開,今开,ราคาเปิด,เปิด",
    ),
    (
        Column::High,
        "high,h,highprice,pxhigh,hghpric,hoch,tageshoch,hoechst,hoechstkurs,haut,eleve,plushaut,max,maximum,\
         najwyzszy,najwyszy,kursmax,kursmaksymalny,maksimum,massimo,prezzomassimo,maximo,maxima,alto,hoog,\
         hoogste,hoegst,hoegsta,hoegstakurs,yuksek,yueksek,高値,最高,最高价,最高價,고가,макс,максимум,chtradehighprice,\
         nejvyssi,hoej,hoey,ylin,tertinggi,maxim,高,ราคาสูงสุด,สูงสุด,สูง",
    ),
    (
        Column::Low,
        "low,l,lowprice,pxlow,lwpric,tief,tagestief,tiefst,tiefstkurs,bas,faible,plusbas,min,minimum,najnizszy,\
         najniszy,kursmin,kursminimalny,minimo,prezzominimo,minima,basso,bajo,baixo,laag,laagste,laegst,\
         laegsta,laegstakurs,dusuk,duesuek,安値,最低,最低价,最低價,저가,мин,минимум,chtradelowprice,nejnizsi,lav,alin,\
         terendah,minim,低,ราคาตำสุด,ตำสุด,ตำ",
    ),
    (
        Column::Close,
        "close,closelast,closeprice,closingprice,clspric,c,fermer,cerrar,schlusskurs,schluss,schlusspreis,cloture,clot,\
         courscloture,zamkniecie,kurszamkniecia,chiusura,prezzochiusura,cierre,preciocierre,fechamento,\
         precofechamento,slot,slotkoers,sluiting,slutkurs,staengning,staengningskurs,kapanis,終値,收盘,收盘价,收盤,\
         收盤價,종가,закр,закрытие,chclosingprice,tradeprice,zaro,settle,settlement,settlementprice,settleprice,\
         last,lastprice,latest,latestprice,pxlast,price,letzter,zuletzt,dernier,dernierscours,derniercours,\
         ultimo,ultima,senast,ostatnio,ostatni,laatste,simdi,цена,posledni,utolso,seneste,siste,viimeisin,\
         terakhir,ultimul,ราคาปิด,ปิด,ลาสุด,kurs,cours,cena,prezzo,precio,preco,koers,nav,netassetvalue,valeurliquidative,vl,\
         ruecknahmepreis,adjclose,adjustedclose,adjustedcloseprice",
    ),
    // A German title that says 'pieces' is preferred to a plain 'volume', which may be an amount of
    // money.
    (
        Column::Volume,
        "volume,vol,v,volumes,numberofshares,sharevolume,sharestraded,noofshares,totaltradedquantity,\
         tottrdqty,ttltradgvol,pxvolume,totalvolume,realvolume,stuecke,stueck,umsatzstueck,umsatzstk,\
         umsatzinstueck,quantite,qte,titresechanges,wolumen,volumen,volumi,wol,hac,volumefrom,quantita,\
         quantidade,cantidad,hacim,出来高,成交量,成交股數,거래량,объем,volym,chtottradedqty,candleacctradevolume,\
         turnoverpieces,totalvolumetraded,objem,交易量,売買高,ปริมาณ",
    ),
    (Column::TickVolume, "tickvol,tickvolume,ticks"),
    (
        Column::Symbol,
        "symbol,ticker,tckrsymb,tradingsymbol,sym,actsymbol,scripcode,sccode,コード,銘柄コード,isin",
    ),
    (
        Column::Currency,
        "currency,ccy,waehrung,devise,waluta,valuta,divisa,moneda,moeda,通貨",
    ),
    (Column::Interval, "interval,per,granularity"),
    (Column::Zone, "timezone,tz"),
    (Column::Series, "series,sctysrs,chseries"),
    (Column::Epoch, "unix,unixtimestamp,unixtime,epoch"),
];

/// Returns the titles of a column in order of preference.
pub(super) fn names_of(column: Column) -> impl Iterator<Item = &'static str> {
    NAMES[column as usize].1.split(',')
}
